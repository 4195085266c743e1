import type { Partner } from "#contract/charity/partners";
import { usePageText } from "~/content/page-texts/use-page-text";
import { SiteName } from "~/ui/site-name";

/** Where one more euro can be paid at the till. */
export function TillShops({ shops }: { shops: Partner[] }) {
  const t = usePageText("euro-solidaire");
  return (
    <section id="tills" className="wrap pb-section">
      <h2 className="title-section">{t("tills.title")}</h2>
      {shops.length === 0 ? (
        <p className="mt-4 text-lg">{t("tills.empty")}</p>
      ) : (
        <ul className="mt-6 grid gap-x-10 wrap-anywhere sm:grid-cols-2 lg:grid-cols-3">
          {shops.map(({ id, name, url, towns }) => (
            <li key={id} className="border-t-2 border-line py-4">
              <h3 className="title-card">
                <SiteName name={name} url={url} />
              </h3>
              {towns && <p className="mt-1 text-neutral-dark">{towns}</p>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
