/** The signs of codes that people type: none that is read as another one. Each is five bits. */
export const codeSigns = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A code as it is stored: without spaces and hyphens, in capitals, with the signs that people take for others put right. */
export const plainCode = (code: string) =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");

/** As it is printed: `M7K4-Q2ZP-9T3X`. */
export const writtenCode = (code: string) => code.replace(/(.{4})(?=.)/g, "$1-");
