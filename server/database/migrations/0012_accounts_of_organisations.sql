ALTER TABLE "user" DROP CONSTRAINT "user_email_unique";--> statement-breakpoint
ALTER TABLE "link_token" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_email_in_organisation" UNIQUE NULLS NOT DISTINCT("email","organisation_id");