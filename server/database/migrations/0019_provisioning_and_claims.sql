CREATE TABLE "claim" (
	"device_id" uuid PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provisioning_profile" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"customer_id" uuid,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"secret_hash" text NOT NULL,
	"issued_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "provisioning_profile_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "claim" ADD CONSTRAINT "claim_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioning_profile" ADD CONSTRAINT "provisioning_profile_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioning_profile" ADD CONSTRAINT "provisioning_profile_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provisioning_profile_organisation_id_index" ON "provisioning_profile" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "provisioning_profile_customer_id_index" ON "provisioning_profile" USING btree ("customer_id");