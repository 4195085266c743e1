import { useSubmit } from "@remix-run/react";
import { Bell, Monitor, Smartphone } from "lucide";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { PushDevice } from "#contract/accounts/push-devices";
import { registerThisDevice, usePush } from "~/enhance/push/page-push";
import { Form, Submit } from "~/forms/form";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";

/** The browsers on which a person gets notifications, each with a button that ends that; with script, one to add this browser. */
export function DevicesPanel({ devices, failed }: { devices: PushDevice[]; failed: boolean }) {
  const { t } = useTranslation("account");
  return (
    <Panel title={t("devices.title")}>
      <p className="muted mb-4">{t("devices.lead")}</p>
      {devices.length === 0 && <p>{t("devices.none")}</p>}
      <ul className="rows">
        {devices.map(({ id, label, createdAt, usedAt, current }) => (
          <li key={id}>
            <Icon of={/Android|iPhone/.test(label ?? "") ? Smartphone : Monitor} />
            <div className="min-w-48 flex-1">
              <strong className="block">{label ?? t("sessions.unknown")}</strong>
              <span className="muted text-sm">
                {t("devices.since")} <LocalDate value={createdAt} style="time" />
                {usedAt && (
                  <>
                    {t("devices.used")} <LocalDate value={usedAt} style="time" />
                  </>
                )}
              </span>
            </div>
            {current && (
              <Badge meaning="success" icon={Bell}>
                {t("sessions.current")}
              </Badge>
            )}
            <Form>
              <input type="hidden" name="device" value={id} />
              <Submit variant="line" name="intent" value="remove">
                {t("devices.remove")}
              </Submit>
            </Form>
          </li>
        ))}
      </ul>
      {!devices.some(({ current }) => current) && <ThisDevice failed={failed} />}
    </Panel>
  );
}

/** `failed` is whether the server has just refused it. */
function ThisDevice({ failed }: { failed: boolean }) {
  const { t } = useTranslation("account");
  const submit = useSubmit();
  const push = usePush();
  const [state, setState] = useState<"idle" | "busy" | "denied" | "failed">("idle");
  if (push === "unavailable") return <p className="mt-4">{t("devices.unavailable")}</p>;
  if (push === "off")
    return (
      <noscript>
        <p className="mt-4">{t("devices.needsScript")}</p>
      </noscript>
    );
  const add = async () => {
    if (state === "busy") return;
    setState("busy");
    try {
      const found = await registerThisDevice();
      setState(found === "denied" ? "denied" : "idle");
      if (found !== "denied") submit({ intent: "add", token: found.token }, { method: "post" });
    } catch {
      setState("failed");
    }
  };
  const isBlocked = state === "denied" || Notification.permission === "denied";
  return (
    <div className="mt-4 grid gap-3">
      <p role="status">
        {isBlocked ? t("devices.blocked") : state === "failed" || (failed && state === "idle") ? t("devices.failed") : null}
      </p>
      {!isBlocked && (
        <p className="actions">
          <Button type="button" busy={state === "busy"} onClick={add}>
            {t(state === "busy" ? "devices.adding" : "devices.add")}
          </Button>
        </p>
      )}
    </div>
  );
}
