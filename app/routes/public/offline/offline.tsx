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
    <main id="content" className="grid min-h-[calc(100dvh-4rem)] content-center overflow-hidden pt-8 pb-16">
      <div className="broken-chain" aria-hidden="true">
        <div className="ring-link" />
        <p>
          <Icon of={WifiOff} className="size-16" />
        </p>
        <div className="ring-link" />
      </div>
      <div className="wrap grid max-w-xl justify-items-center gap-4 text-center">
        <h1 className="title-page">{t("offline.title")}</h1>
        <p>{t("offline.text")}</p>
        <p className="actions justify-center">
          {/* biome-ignore lint/a11y/useValidAnchor: an empty href is the URL that was requested */}
          <a href="" className={buttonClass()}>
            {t("offline.retry")}
          </a>
        </p>
      </div>
    </main>
  );
}
