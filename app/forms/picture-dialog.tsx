import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { imageTypes } from "#contract/accounts/documents";
import { pictureMark } from "#contract/formats/markdown-pictures";
import { pathIn } from "~/i18n/locale-of-path";
import { Button } from "~/ui/button";
import { closeDialog, Dialog } from "~/ui/dialog";
import { usePage } from "~/ui/page-context";
import { PictureAdding } from "./picture-adding";

type Props = {
  /** The path that stores a picture. */
  uploadTo: string;
  onClose: () => void;
  /** Called with the picture's mark. */
  onPicture: (mark: string) => void;
};

type Fault = { field: "file" | "alternative"; text: string };

/**
 * Asks for a picture and its alternative text, and stores it. It is at the end of the page: what is typed here is not a field of the form that the
 * text is in, and Enter does not send that form.
 */
export function PictureDialog({ uploadTo, onClose, onPicture }: Props) {
  const { t } = useTranslation("markdown");
  const { locale } = usePage();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [fault, setFault] = useState<Fault>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const dialog = frame.current?.closest("dialog");
    dialog?.showModal();
    dialog?.addEventListener("close", onClose);
    return () => dialog?.removeEventListener("close", onClose);
  }, [onClose]);
  const add = async () => {
    if (!frame.current || busy) return;
    const { file, alternative, decorative } = answersIn(frame.current);
    if (!file) return setFault({ field: "file", text: t("picture.noFile") });
    if (!alternative && !decorative) return setFault({ field: "alternative", text: t("noAlternative") });
    setBusy(true);
    const stored = await store(pathIn(locale, uploadTo), file).catch(() => ({ refused: t("picture.failed") }));
    setBusy(false);
    if ("refused" in stored) return setFault({ field: "file", text: stored.refused });
    closeDialog(id);
    onPicture(pictureMark(stored.id, decorative ? "" : alternative));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "Enter" || !(event.target as HTMLElement).matches("input:not([type=file])")) return;
    event.preventDefault();
    void add();
  };
  return createPortal(
    <Dialog id={id} title={t("picture.title")} preventClose={busy}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in its fields adds the picture */}
      <div ref={frame} className="grid gap-4" onKeyDown={onKeyDown}>
        <PictureAdding accept={imageTypes.join(",")} fault={fault} />
        <div className="actions justify-end">
          <Button type="button" variant="line" onClick={() => closeDialog(id)}>
            {t("picture.cancel")}
          </Button>
          <Button type="button" busy={busy} onClick={() => void add()}>
            {t("picture.add")}
          </Button>
        </div>
      </div>
    </Dialog>,
    document.body,
  );
}

function answersIn(frame: HTMLElement) {
  const input = (name: string) => frame.querySelector<HTMLInputElement>(`[name="picture-${name}"]`);
  return {
    file: input("file")?.files?.[0],
    alternative: input("alternative")?.value.trim() ?? "",
    decorative: input("decorative")?.checked ?? false,
  };
}

async function store(path: string, file: File): Promise<{ id: string } | { refused: string }> {
  const body = new FormData();
  body.set("file", file);
  const answer = await fetch(path, { method: "POST", body });
  if (answer.status !== 201 && answer.status !== 422) throw new Error(`status ${answer.status}`);
  return answer.json();
}
