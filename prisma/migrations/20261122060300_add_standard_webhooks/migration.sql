-- Senders that follow Standard Webhooks.
ALTER TABLE "Webhook" DROP CONSTRAINT "Webhook_profile_check";
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_profile_check" CHECK ("profile" IN ('generic', 'github', 'standard'));
