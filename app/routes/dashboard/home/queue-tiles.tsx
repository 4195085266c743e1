import { Clock, TriangleAlert } from "lucide";
import { useTranslation } from "react-i18next";
import { type QueueName, queueNames, type WorkQueue, type WorkQueues } from "#contract/charity/work-queues";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useAge } from "~/ui/waiting-age";

/** The filtered list of each queue; filtered to overdue entries when there are any and the list supports it. */
const lists: Record<QueueName, { waiting: string; late?: string }> = {
  accounts: { waiting: "/dashboard/admin/users/pending-approval", late: "/dashboard/admin/users/pending-approval?due=late" },
  chats: { waiting: "/dashboard/admin/verification-chats?status=waiting_staff", late: "/dashboard/admin/verification-chats?due=late" },
  documents: { waiting: "/dashboard/admin/documents?status=pending" },
  messages: { waiting: "/dashboard/admin/messages?status=new", late: "/dashboard/admin/messages?due=late" },
  applications: { waiting: "/dashboard/admin/jobs/applications?status=received", late: "/dashboard/admin/jobs/applications?due=late" },
  privacy: { waiting: "/dashboard/admin/privacy?status=open", late: "/dashboard/admin/privacy?due=late" },
  pledges: { waiting: "/dashboard/admin/donations/pledges?status=promised" },
  followUp: { waiting: "/dashboard/admin/tracking?show=mine", late: "/dashboard/admin/tracking?show=mine&due=overdue" },
  hours: { waiting: "/dashboard/admin/volunteer-hours?status=submitted" },
  articles: { waiting: "/dashboard/admin/news?status=in_review" },
};

type Props = { queues: WorkQueues["queues"]; except: QueueName | undefined };

/** The work queues, each with its length and the age of its oldest entry; `except` is shown larger above. */
export function QueueTiles({ queues, except }: Props) {
  const { t } = useTranslation("dashboard");
  const shown = queueNames.filter((name) => queues[name] && name !== except);
  if (shown.length === 0) return null;
  return (
    <section aria-label={t("work.title")}>
      <ul className="work-tiles">
        {shown.map((name) => {
          const queue = queues[name];
          return queue && <QueueTile key={name} name={name} queue={queue} />;
        })}
      </ul>
    </section>
  );
}

function QueueTile({ name, queue: { count, oldest, late } }: { name: QueueName; queue: WorkQueue }) {
  const { t } = useTranslation("dashboard");
  const { waiting, late: overdue } = lists[name];
  return (
    <li>
      <Link to={late > 0 && overdue ? overdue : waiting}>
        <span className="font-semibold">{t(`work.queue.${name}`)}</span>
        <strong className={count === 0 ? "work-number muted" : "work-number"}>{count}</strong>
        {oldest ? <Oldest oldest={oldest} late={late} /> : <span className="muted text-sm">{t("work.nothing")}</span>}
      </Link>
    </li>
  );
}

function Oldest({ oldest, late }: { oldest: string; late: number }) {
  const { t } = useTranslation("dashboard");
  const age = useAge(oldest);
  return (
    <span className={`inline-flex items-start gap-1.5 text-sm ${late > 0 ? "text-danger font-semibold" : "muted"}`}>
      <Icon of={late > 0 ? TriangleAlert : Clock} className="mt-0.5 size-4 shrink-0" />
      {late > 0 ? (
        t("work.late", { age, count: late })
      ) : (
        <span>
          <span className="sr-only">{t("work.oldest")} </span>
          {age}
        </span>
      )}
    </span>
  );
}
