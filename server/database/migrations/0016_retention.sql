CREATE TABLE "retention_pass" (
	"id" smallint PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "retention_days" integer;--> statement-breakpoint
CREATE INDEX "audit_at_index" ON "audit" USING brin ("at");