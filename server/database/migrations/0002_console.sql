CREATE TABLE "asset" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"customer_id" uuid,
	"name" text NOT NULL,
	"label" text,
	"type" text,
	"additional_info" jsonb,
	"asset_profile_id" uuid,
	"external_id" uuid,
	"parent_id" uuid,
	"created_at" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "removed_device" (
	"number" integer PRIMARY KEY NOT NULL,
	"removed_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "organisation_profile_id" text;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "address2" text;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "city" text;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "state" text;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "region" text;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "zip" text;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "additional_info" jsonb;--> statement-breakpoint
ALTER TABLE "asset" ADD CONSTRAINT "asset_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asset" ADD CONSTRAINT "asset_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "asset_organisation_id_index" ON "asset" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "asset_customer_id_index" ON "asset" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "asset_parent_id_index" ON "asset" USING btree ("parent_id");