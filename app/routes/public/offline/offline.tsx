import type { LoaderFunctionArgs } from "@remix-run/node";
import { WifiOff } from "lucide";
import { useTranslation } from "react-i18next";
import { pageMeta } from "~/layouts/page-meta";
import { buttonClass } from "~/ui/button";
import { Icon } from "~/ui/icon";

export const meta = pageMeta;

export function loader({ context }: LoaderFunctionArgs) {
  return { title: context.t("titles:/offline") };
}

/** The page that `public/firebase-messaging-sw.js` stores and shows at the URL of an unreachable page. */
export default function Offline() {
  const { t } = useTranslation();
  return (
    <main id="content" className="wrap grid max-w-xl justify-items-start gap-4 pt-[clamp(2rem,8vw,6rem)] pb-section">
      <p className="text-primary">
        <Icon of={WifiOff} />
      </p>
      <h1 className="title-section">{t("offline.title")}</h1>
      <p>{t("offline.text")}</p>
      <p className="actions">
        {/* biome-ignore lint/a11y/useValidAnchor: an address without anything is the one that was asked for */}
        <a href="" className={buttonClass()}>
          {t("offline.retry")}
        </a>
      </p>
    </main>
  );
}
