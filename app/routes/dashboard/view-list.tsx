import { useTranslation } from "react-i18next";
import type { SavedView } from "#contract/api/saved-views";
import { Form } from "~/forms/form";
import { Button } from "~/ui/button";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";

/** The person's own views of a list, each with a link and a delete button. */
export function ViewList({ list, views }: { list: string; views: SavedView[] }) {
  const { t } = useTranslation("lists");
  return (
    <Panel title={t("view.mine")}>
      {views.length === 0 ? (
        <p>{t("view.none")}</p>
      ) : (
        <ul className="rows">
          {views.map(({ id, name, query, shared }) => (
            <li key={id}>
              <span className="grow">
                <Link to={`${list}?${query}`} className="row-title">
                  {name}
                </Link>
                {shared && <small className="muted"> {t("view.sharedMark")}</small>}
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
