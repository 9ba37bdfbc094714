const IDENTIFIER = /^[\p{XID_Start}_][\p{XID_Continue}]*$/u;

/** What later versions of Unicode than CPython 3.11's 14.0.0 let names hold. */
const NEWER = new RegExp(
  "[" +
    "\\u{897}\\u{cf3}\\u{ece}\\u{1c89}-\\u{1c8a}\\u{200c}-\\u{200d}\\u{30fb}\\u{a7cb}-\\u{a7cd}\\u{a7da}-\\u{a7dc}" +
    "\\u{ff65}\\u{105c0}-\\u{105f3}\\u{10d40}-\\u{10d65}\\u{10d69}-\\u{10d6d}\\u{10d6f}-\\u{10d85}" +
    "\\u{10ec2}-\\u{10ec4}\\u{10efc}-\\u{10eff}\\u{1123f}-\\u{11241}\\u{11380}-\\u{113e2}\\u{116d0}-\\u{116e3}" +
    "\\u{11bc0}-\\u{11bf9}\\u{11f00}-\\u{11f5a}\\u{1342f}\\u{13440}-\\u{13455}\\u{13460}-\\u{143fa}" +
    "\\u{16100}-\\u{16139}\\u{16d40}-\\u{16d79}\\u{18cff}\\u{1b132}\\u{1b155}\\u{1ccf0}-\\u{1ccf9}" +
    "\\u{1df25}-\\u{1df2a}\\u{1e030}-\\u{1e06d}\\u{1e08f}\\u{1e4d0}-\\u{1e4f9}\\u{1e5d0}-\\u{1e5fa}" +
    "\\u{2b739}\\u{2ebf0}-\\u{2ee5d}\\u{31350}-\\u{323af}" +
    "]",
  "u",
);

/** Whether `text` is a name of Python 3.11's, as written: before NFKC. */
export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text) && !NEWER.test(text);
}
