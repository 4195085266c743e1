import { Check } from "lucide";
import { usePageText } from "~/content/page-texts/use-page-text";
import { Icon } from "~/ui/icon";

const lines = [1, 2, 3, 4, 5, 6] as const;
const facts = ["food", "hygiene", "variable"] as const;

/** What is in a kit, and its till receipt, whose total is nothing. */
export function KitBill() {
  const t = usePageText("delivraide");
  const worth = t("bill.worth");
  return (
    <section className="on-colour bg-primary py-section text-white">
      <div className="wrap grid items-center gap-x-20 gap-y-10 lg:grid-cols-2">
        <div>
          <h2 className="title-page">{t("kit.title")}</h2>
          <ul className="mt-6 grid gap-4">
            {facts.map((fact) => (
              <li key={fact} className="flex gap-2.5">
                <Icon of={Check} />
                <span>{t(`kit.${fact}`)}</span>
              </li>
            ))}
          </ul>
        </div>
        <div className="till-receipt">
          <table>
            <caption>{t("bill.title")}</caption>
            <tbody>
              {lines.map((line) => (
                <tr key={line}>
                  <th scope="row">{t(`bill.${line}.what`)}</th>
                  <td>{t(`bill.${line}.amount`)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              {worth && (
                <tr>
                  <th scope="row">{t("bill.shop")}</th>
                  <td>{worth}</td>
                </tr>
              )}
              <tr>
                <th scope="row">{t("bill.pay")}</th>
                <td>{t("bill.nothing")}</td>
              </tr>
            </tfoot>
          </table>
        </div>
      </div>
    </section>
  );
}
