ALTER TABLE "event_guest_requests" DROP CONSTRAINT "event_guest_requests_quota";
