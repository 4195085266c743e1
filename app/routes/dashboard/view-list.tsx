import { useTranslation } from "react-i18next";
import type { SavedView, SharedView } from "#contract/api/saved-views";
import { Form } from "~/forms/form";
import { Button } from "~/ui/button";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";

/** Views of a list that a person may remove, each with a link and a delete button. */
export function ViewList({ title, list, views }: { title: string; list: string; views: (SavedView | SharedView)[] }) {
  const { t } = useTranslation("lists");
  return (
    <Panel title={title}>
      {views.length === 0 ? (
        <p>{t("view.none")}</p>
      ) : (
        <ul className="rows">
          {views.map(({ id, name, query, ...view }) => (
            <li key={id}>
              <span className="grow">
                <Link to={`${list}?${query}`} className="row-title">
                  {name}
                </Link>
                {"owner" in view && <small className="muted"> {t("view.sharedBy", { owner: view.owner })}</small>}
                {"shared" in view && view.shared && <small className="muted"> {t("view.sharedMark")}</small>}
              </span>
              <Form action={`/dashboard/views?${new URLSearchParams({ list, remove: id })}`}>
                <Button variant="danger" small aria-label={t("view.removeNamed", { name })}>
                  {t("view.remove")}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
