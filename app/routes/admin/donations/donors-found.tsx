import { useTranslation } from "react-i18next";
import { formatEuros } from "#contract/giving/money";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";

type Props = {
  q: string;
  found: {
    pledges: { reference: string; name: string; rhythm: "one_off" | "monthly"; amountCents: number; receivedCents: number }[];
    people: { id: string; name: string; email: string }[];
  };
};

const path = "/dashboard/admin/donations/create";

/** Pledges and people that a search has found; each link fills in the form. */
export function DonorsFound({ q, found: { pledges, people } }: Props) {
  const { t } = useTranslation("payments");
  const { locale } = usePage();
  if (pledges.length + people.length === 0) return <p className="muted mt-4">{t("create.none")}</p>;
  const search = encodeURIComponent(q);
  return (
    <ul className="rows mt-4">
      {pledges.map(({ reference, name, rhythm, amountCents, receivedCents }) => (
        <li key={reference}>
          <span className="min-w-0 flex-[1_1_10rem]">
            <strong>{t("create.pledge", { name, amount: formatEuros(locale, amountCents), reference })}</strong>
            <small className="muted block">
              {[
                rhythm === "monthly" && t("create.monthly"),
                receivedCents > 0 && t("create.pledgeReceived", { amount: formatEuros(locale, receivedCents) }),
              ]
                .filter(Boolean)
                .join(", ")}
            </small>
          </span>
          <Link
            className="inline-block py-1 font-semibold"
            to={`${path}?q=${search}&reference=${reference}`}
            aria-label={t("create.choosePledge", { reference, name })}
          >
            {t("create.choose")}
          </Link>
        </li>
      ))}
      {people.map(({ id, name, email }) => (
        <li key={id}>
          <span className="min-w-0 flex-[1_1_10rem]">
            <strong>{name}</strong>
            <small className="muted block wrap-anywhere">{email}</small>
          </span>
          <Link
            className="inline-block py-1 font-semibold"
            to={`${path}?q=${search}&person=${id}`}
            aria-label={t("create.choosePerson", { name })}
          >
            {t("create.choose")}
          </Link>
        </li>
      ))}
    </ul>
  );
}
