ALTER TABLE "alarm_journal" DROP CONSTRAINT "alarm_journal_alarm_id_alarm_id_fk";
--> statement-breakpoint
ALTER TABLE "alarm_occurrence" DROP CONSTRAINT "alarm_occurrence_alarm_id_alarm_id_fk";
--> statement-breakpoint
DROP INDEX "alarm_device_id_index";--> statement-breakpoint
DROP INDEX "alarm_journal_alarm_id_id_index";--> statement-breakpoint
DROP INDEX "alarm_journal_at_index";--> statement-breakpoint
DROP INDEX "alarm_occurrence_alarm_id_id_index";--> statement-breakpoint
DROP INDEX "alarm_occurrence_raised_at_index";--> statement-breakpoint
ALTER TABLE "alarm_journal" DROP CONSTRAINT "alarm_journal_pkey";--> statement-breakpoint
ALTER TABLE "alarm_occurrence" DROP CONSTRAINT "alarm_occurrence_pkey";--> statement-breakpoint
ALTER TABLE "alarm_journal" ADD CONSTRAINT "alarm_journal_alarm_id_id_pk" PRIMARY KEY("alarm_id","id");--> statement-breakpoint
ALTER TABLE "alarm_occurrence" ADD CONSTRAINT "alarm_occurrence_alarm_id_id_pk" PRIMARY KEY("alarm_id","id");--> statement-breakpoint
CREATE INDEX "alarm_occurrence_raised_at_index" ON "alarm_occurrence" USING brin ("raised_at");