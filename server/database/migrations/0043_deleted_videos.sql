ALTER TABLE "digital_asset" ADD COLUMN "deleted_at" bigint;--> statement-breakpoint
ALTER TABLE "digital_asset" ADD COLUMN "deleted" jsonb;