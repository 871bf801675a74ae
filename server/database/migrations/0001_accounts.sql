CREATE TABLE "audit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"user_id" uuid,
	"email" text,
	"address" text NOT NULL,
	"action" text NOT NULL,
	"entity_type" text,
	"entity_id" uuid,
	"entity_name" text,
	"organisation_id" uuid,
	"detail" jsonb
);
--> statement-breakpoint
CREATE TABLE "link_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"password_hash" text,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"created_at" bigint NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" bigint NOT NULL,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "profile" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"surname" text NOT NULL,
	"address_line1" text NOT NULL,
	"address_line2" text NOT NULL,
	"postcode" text NOT NULL,
	"city" text NOT NULL,
	"customer_type" text NOT NULL,
	"temperature_unit" text NOT NULL,
	"is_completed" boolean NOT NULL,
	"created_at" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "address2" text;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "city" text;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "state" text;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "zip" text;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "is_public" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "is_verified" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "link_token" ADD CONSTRAINT "link_token_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entity_id_id_index" ON "audit" USING btree ("entity_id","id");--> statement-breakpoint
CREATE INDEX "audit_user_id_id_index" ON "audit" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "link_token_user_id_index" ON "link_token" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "link_token_expires_at_index" ON "link_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mail_next_try_at_index" ON "mail" USING btree ("next_try_at");--> statement-breakpoint
CREATE INDEX "user_customer_id_index" ON "user" USING btree ("customer_id");