/** The part of the browser's own reader of codes that we use; TypeScript's library does not describe it yet. */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> };

const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

/** Whether this browser reads QR codes with a camera by itself. */
export async function readsCodes(): Promise<boolean> {
  if (!navigator.mediaDevices?.getUserMedia) return false;
  const formats = await detectorClass()
    ?.getSupportedFormats()
    .catch((): string[] => []);
  return formats?.includes("qr_code") ?? false;
}

export type OpenCamera = {
  hasTorch: boolean;
  setTorch(on: boolean): Promise<void>;
  /** Plays the picture in an element. */
  show(element: HTMLVideoElement | null): void;
  close(): void;
};

/** Milliseconds between two pictures that are searched for a code: more would warm the phone and find nothing more. */
const pause = 150;

/** Opens the camera at the back, reads codes with it until it is closed, and keeps the screen on. */
export async function openCamera(found: (code: string) => void): Promise<OpenCamera> {
  const Reader = detectorClass();
  if (!Reader) throw new Error("this browser reads no codes");
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" }, audio: false });
  const [track] = stream.getVideoTracks();
  const reader = new Reader({ formats: ["qr_code"] });
  const awake = keepAwake();
  let element: HTMLVideoElement | null = null;
  const timer = setInterval(async () => {
    if (!element || element.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || document.hidden) return;
    const [code] = await reader.detect(element).catch(() => []);
    if (code) found(code.rawValue);
  }, pause);
  return {
    hasTorch: !!track && "torch" in track.getCapabilities(),
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
