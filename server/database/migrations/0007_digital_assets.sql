CREATE TABLE "digital_asset" (
	"id" uuid PRIMARY KEY NOT NULL,
	"asset_id" uuid,
	"organisation_id" uuid,
	"original_name" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"content_type" text NOT NULL,
	"duration" integer,
	"created_at" bigint NOT NULL,
	CONSTRAINT "digital_asset_assetId_unique" UNIQUE("asset_id")
);
--> statement-breakpoint
CREATE TABLE "signing_secret" (
	"purpose" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "digital_asset" ADD CONSTRAINT "digital_asset_asset_id_asset_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."asset"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digital_asset" ADD CONSTRAINT "digital_asset_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "digital_asset_organisation_id_index" ON "digital_asset" USING btree ("organisation_id");