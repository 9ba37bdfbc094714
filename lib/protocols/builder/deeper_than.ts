/** Whether brackets in a text of JSON are nested deeper than so many, whatever its strings hold: known without recursion. */
export function deeperThan(json: string, most: number): boolean {
  let depth = 0, inString = false;
  for (let i = 0; i < json.length; i++) {
    const letter = json[i];
    if (inString) {
      if (letter === "\\") i++;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === "{" || letter === "[") {
      if (++depth > most) return true;
    } else if (letter === "}" || letter === "]") depth--;
  }
  return false;
}
