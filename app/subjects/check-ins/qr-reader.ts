import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";
import type { CodeReader } from "./code-reader";

/** The longer side of a picture that is searched, in pixels: a code that fills a fifth of it is read, and more would cost time. */
const longestSide = 960;

/** Our reader of QR codes, for browsers that have none. Its WebAssembly comes from this site, with the build. Rejects when it does not load. */
export async function openReader(): Promise<CodeReader> {
  const answer = await fetch(wasmUrl);
  if (!answer.ok) throw new Error(`the reader of codes answers ${answer.status}`);
  // Given its bytes, the package loads nothing by itself.
  await prepareZXingModule({ overrides: { wasmBinary: await answer.arrayBuffer(), locateFile: () => wasmUrl }, fireImmediately: true });
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no canvas");
  return {
    async detect(source) {
      const scale = Math.min(1, longestSide / Math.max(source.videoWidth, source.videoHeight));
      canvas.width = Math.round(source.videoWidth * scale);
      canvas.height = Math.round(source.videoHeight * scale);
      if (canvas.width === 0 || canvas.height === 0) return [];
      context.drawImage(source, 0, 0, canvas.width, canvas.height);
      const picture = context.getImageData(0, 0, canvas.width, canvas.height);
      const codes = await readBarcodes(picture, { formats: ["QRCode"], maxNumberOfSymbols: 1 });
      return codes.map(({ text }) => ({ rawValue: text }));
    },
  };
}
