import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ScanKind } from "#contract/charity/check-ins";
import { Form, Submit } from "~/forms/form";

/** What every form at the door sends: the direction, and what makes a scan one of its own. */
export type ScanFields = { kind: ScanKind; deviceId: string; nonce: string };

export function HiddenScanFields({ kind, deviceId, nonce }: ScanFields) {
  return (
    <>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="device" value={deviceId} />
      <input type="hidden" name="nonce" value={nonce} />
    </>
  );
}

type Props = { fields: ScanFields; answered: string | null; send: (code: string) => Promise<void> };

/** The field into which a hand scanner types, and people the letters under a code. It is empty and has the focus after each answer. Without script the form sends itself. */
export function CodeForm({ fields, answered, send }: Props) {
  const { t } = useTranslation("door");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!answered || !input.current) return;
    input.current.value = "";
    // On a phone, the keyboard would cover the answer.
    if (!matchMedia("(pointer: coarse)").matches) input.current.focus({ preventScroll: true });
  }, [answered]);
  return (
    <Form
      className="door-code"
      onSubmit={(event) => {
        event.preventDefault();
        const code = input.current?.value.trim();
        if (!code || !input.current) return;
        input.current.value = "";
        void send(code);
      }}
    >
      <HiddenScanFields {...fields} />
      <label htmlFor="door-code">{t("code.label")}</label>
      <div className="flex gap-2">
        <input
          ref={input}
          id="door-code"
          name="code"
          className="door-input"
          required
          maxLength={400}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          aria-describedby="door-code-hint"
          // biome-ignore lint/a11y/noAutofocus: a hand scanner types where the focus is
          autoFocus
        />
        <Submit variant="white">{t("code.send")}</Submit>
      </div>
      <p id="door-code-hint">{t("code.hint")}</p>
    </Form>
  );
}
