import { Camera as CameraIcon, CameraOff, Flashlight } from "lucide";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import { codeReader } from "./code-reader";
import { NoReader, type OpenCamera, openCamera } from "./open-camera";

type Props = { send: (code: string) => Promise<void> };

/** Milliseconds in which the same code in front of the camera is one scan. */
const sameCode = 4_000;

/** The camera, where there may be one. It keeps the screen on, and has the torch where the device does. */
export function Camera({ send }: Props) {
  const { t } = useTranslation("door");
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<"unknown" | "none" | "off" | "opening" | "on" | "refused" | "unread">("unknown");
  const camera = useRef<OpenCamera | null>(null);
  const [torch, setTorch] = useState<boolean | null>(null);
  const found = useOnce(send);
  useEffect(() => {
    const able = "mediaDevices" in navigator;
    setState(able ? "off" : "none");
    // Loaded while there is a connection, for the time when there is none.
    if (able) void codeReader().catch(() => {});
    return () => camera.current?.close();
  }, []);
  if (state === "unknown") return null;
  if (state === "none") return <p className="self-end p-6 text-center">{t("camera.none")}</p>;
  const start = async () => {
    setState("opening");
    try {
      camera.current = await openCamera((code) => found.current(code));
      camera.current.show(video.current);
      setTorch(camera.current.hasTorch ? false : null);
      setState("on");
    } catch (error) {
      setState(error instanceof NoReader ? "unread" : "refused");
    }
  };
  const stop = () => {
    camera.current?.close();
    camera.current = null;
    setState("off");
  };
  return (
    <div className="door-camera" data-on={state === "on" || undefined}>
      <video ref={video} muted playsInline hidden={state !== "on"} aria-label={t("camera.label")} />
      {(state === "refused" || state === "unread") && <p role="status">{t(`camera.${state}`)}</p>}
      <div className="flex flex-wrap justify-center gap-2">
        <button type="button" className="btn btn-white" disabled={state === "opening"} onClick={state === "on" ? stop : start}>
          <Icon of={state === "on" ? CameraOff : CameraIcon} />
          {t(state === "on" ? "camera.stop" : "camera.start")}
        </button>
        {state === "on" && torch !== null && (
          <button
            type="button"
            className="btn btn-hollow"
            aria-pressed={torch}
            onClick={() => void camera.current?.setTorch(!torch).then(() => setTorch(!torch))}
          >
            <Icon of={Flashlight} />
            {t("camera.torch")}
          </button>
        )}
      </div>
    </div>
  );
}

/** Sends a code that the camera read, once while it stays in front of it. It calls the `send` of the last render. */
function useOnce(send: Props["send"]) {
  const last = useRef({ code: "", at: 0 });
  const latest = useRef(send);
  latest.current = send;
  return useRef((code: string) => {
    const now = Date.now();
    const again = last.current.code === code && now - last.current.at < sameCode;
    last.current = { code, at: now };
    if (!again) void latest.current(code);
  });
}
