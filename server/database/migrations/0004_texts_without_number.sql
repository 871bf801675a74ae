ALTER TABLE "latest" ALTER COLUMN "value" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "telemetry" ALTER COLUMN "value" DROP NOT NULL;--> statement-breakpoint
UPDATE "latest" SET "value" = NULL WHERE "kind" IN (3, 4);--> statement-breakpoint
UPDATE "telemetry" SET "value" = NULL WHERE "kind" IN (3, 4);