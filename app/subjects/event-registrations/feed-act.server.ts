import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { calendarFeedApi, calendarFeedFile } from "#contract/charity/calendar-feed";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { pathIn } from "~/i18n/locale-of-path";

/** Makes or removes the secret address of a person's calendar. A new one is in this response, which no other page shows, so there is no redirect. */
export async function actOnFeed({ context }: ActionFunctionArgs, intent: "createFeed" | "revokeFeed", to: string) {
  const { api, locale, settings, t } = context;
  if (intent === "revokeFeed") {
    await api.call(calendarFeedApi.revoke);
    flashToast(context, { title: t("event-page:feed.revoked") });
    return redirect(to, 303);
  }
  try {
    const { token } = await api.call(calendarFeedApi.create);
    return data({ url: `${settings.publicUrl}${pathIn(locale, calendarFeedFile)}?token=${token}` }, { status: 201 });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error;
    flashToast(context, { title: error.body.title ?? "", color: "danger" });
    return redirect(to, 303);
  }
}
