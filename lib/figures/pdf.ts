import PDFDocument from "pdfkit";
import svgToPdf from "svg-to-pdfkit";
import { zlibSync } from "fflate";
import { Buffer } from "node:buffer";
import { type Face, faceFor, faces, fontBytes } from "./fonts.ts";

/** The date in every file: the same drawing is to give the same bytes. */
const date = new Date(Date.UTC(2025, 0, 1));

/**
 * A drawing as a one-page vector PDF of its own size, fonts embedded as TrueType subsets.
 *
 * @param svg A figure's SVG whose `width` and `height` are plain numbers of points.
 * @throws {TypeError} If the drawing uses what the PDF writer does not know.
 */
export async function pdfOf(
  svg: string,
  options: { width: number; height: number; title: string },
): Promise<Uint8Array> {
  const { width, height, title } = options;
  const document = new PDFDocument({
    autoFirstPage: false, // its stream would escape what follows
    compress: false,
    pdfVersion: "1.4", // the first with translucent paint
    info: { Title: title, Creator: "AM-Bench analysis suite", CreationDate: date },
  });
  deflateStreams(document);
  document.addPage({ size: [width, height], margin: 0 });
  const chunks: Uint8Array[] = [];
  document.on("data", (chunk: Uint8Array) => void chunks.push(chunk));
  const finished = new Promise<void>((resolve) => void document.on("end", () => resolve()));
  for (const face of faces) document.registerFont(nameOf(face), Buffer.from(fontBytes(face)));
  const warnings: string[] = [];
  svgToPdf(document, svg, 0, 0, {
    assumePt: true,
    fontCallback: (family: string, bold: boolean, italic: boolean) =>
      nameOf(faceFor({ family, bold, italic })),
    warningCallback: (warning: string) => void warnings.push(warning),
  });
  document.end();
  await finished;
  if (warnings.length > 0) throw new TypeError(`Cannot write a figure as PDF: ${warnings.join("; ")}`);
  return Buffer.concat(chunks);
}

function nameOf({ family, bold, italic }: Face): string {
  return `${family}${bold ? " Bold" : ""}${italic ? " Italic" : ""}`;
}

interface Stream {
  data: Record<string, unknown>;
  buffer: Uint8Array[];
  finalize(): void;
}

/**
 * Deflates every stream by a bundled library: the runtime's own zlib differs from build to build, and with it the
 * bytes of the file.
 */
function deflateStreams(document: unknown): void {
  const target = document as { ref(data?: object): Stream };
  const ref = target.ref.bind(target);
  target.ref = (data) => {
    const stream = ref(data);
    const finalize = stream.finalize.bind(stream);
    stream.finalize = () => {
      if (stream.buffer.length > 0 && stream.data.Filter === undefined) {
        stream.buffer = [zlibSync(Buffer.concat(stream.buffer), { level: 9 })];
        stream.data.Filter = "FlateDecode";
      }
      finalize();
    };
    return stream;
  };
}
