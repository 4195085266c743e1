/** What reads QR codes in a picture: the part of the browser's own class that we use, which TypeScript's library does not describe yet. */
export type CodeReader = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type ReaderClass = { new (options: { formats: string[] }): CodeReader; getSupportedFormats(): Promise<string[]> };

const readerClass = () => (globalThis as { BarcodeDetector?: ReaderClass }).BarcodeDetector;

/** Whether the browser reads QR codes by itself. Some have the class and read nothing with it. */
async function readsByItself(): Promise<boolean> {
  const formats = await readerClass()
    ?.getSupportedFormats()
    .catch((): string[] => []);
  return formats?.includes("qr_code") ?? false;
}

let loading: Promise<CodeReader> | null = null;

/** The browser's own reader, or ours, which is loaded once. Rejects when it cannot be loaded; the next call tries again. */
export function codeReader(): Promise<CodeReader> {
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<CodeReader> {
  const Own = readerClass();
  if (Own && (await readsByItself())) return new Own({ formats: ["qr_code"] });
  if (needsOwnDocument()) return new Promise(() => {});
  const { openReader } = await import("./qr-reader");
  return openReader();
}

/**
 * A page that was reached from another one has the policy of that one, under which our reader does not run: it is loaded again as a document. True while
 * it is about to go.
 */
function needsOwnDocument(): boolean {
  const served = document.getElementById("texts")?.dataset.path;
  if (!served || new URL(served, location.href).pathname === location.pathname) return false;
  location.reload();
  return true;
}
