CREATE TABLE "api_key" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid,
	"customer_id" uuid,
	"name" text NOT NULL,
	"authority" text NOT NULL,
	"scope" text NOT NULL,
	"hash" text NOT NULL,
	"issued_by" text NOT NULL,
	"expires_at" bigint NOT NULL,
	"last_used_at" bigint,
	"revoked_at" bigint,
	"created_at" bigint NOT NULL,
	CONSTRAINT "api_key_hash_unique" UNIQUE("hash"),
	CONSTRAINT "api_key_of_system" CHECK (("api_key"."organisation_id" is null) = ("api_key"."authority" = 'SYS_ADMIN')),
	CONSTRAINT "api_key_of_customer" CHECK (("api_key"."customer_id" is not null) = ("api_key"."authority" like 'CUSTOMER%'))
);
--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_organisation_id_index" ON "api_key" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "api_key_customer_id_index" ON "api_key" USING btree ("customer_id");