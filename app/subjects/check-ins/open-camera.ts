import { type CodeReader, codeReader } from "./code-reader";

export type OpenCamera = {
  hasTorch: boolean;
  setTorch(on: boolean): Promise<void>;
  /** Plays the picture in an element. */
  show(element: HTMLVideoElement | null): void;
  close(): void;
};

/** Milliseconds between two pictures that are searched for a code: more would warm the phone and find nothing more. */
const pause = 150;

/** Thrown where the script that reads codes could not be loaded. */
export class NoReader extends Error {}

/**
 * Opens the camera at the back, reads codes with it until it is closed, and keeps the screen on. Throws {@link NoReader}, or what the browser says where
 * it gives no camera.
 */
export async function openCamera(found: (code: string) => void): Promise<OpenCamera> {
  const reader = await codeReader().catch((cause: unknown) => {
    throw new NoReader("no reader of codes", { cause });
  });
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" }, audio: false });
  const [track] = stream.getVideoTracks();
  const awake = keepAwake();
  let element: HTMLVideoElement | null = null;
  const timer = readFrom(reader, () => element, found);
  return {
    // Not every browser describes its cameras.
    hasTorch: !!track && "getCapabilities" in track && "torch" in track.getCapabilities(),
    async setTorch(on) {
      // `torch` is not in the types of the library yet.
      await track?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
    },
    show(next) {
      element = next;
      if (!next || next.srcObject === stream) return;
      next.srcObject = stream;
      void next.play();
    },
    close() {
      clearInterval(timer);
      for (const one of stream.getTracks()) one.stop();
      awake.release();
    },
  };
}

/** Searches what is shown for a code, one picture after the other. */
function readFrom(reader: CodeReader, shown: () => HTMLVideoElement | null, found: (code: string) => void) {
  let isReading = false;
  return setInterval(async () => {
    const element = shown();
    if (!element || isReading || element.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || document.hidden) return;
    isReading = true;
    const [code] = await reader.detect(element).catch(() => []);
    isReading = false;
    if (code) found(code.rawValue);
  }, pause);
}

/** Keeps the screen on: the browser lets go when the page is hidden, so it is requested again when it is back. */
function keepAwake() {
  let lock: WakeLockSentinel | undefined;
  const request = async () => {
    if (document.hidden || !("wakeLock" in navigator)) return;
    lock = await navigator.wakeLock.request("screen").catch(() => undefined);
  };
  void request();
  document.addEventListener("visibilitychange", request);
  return {
    release() {
      document.removeEventListener("visibilitychange", request);
      void lock?.release();
    },
  };
}
