-- Reads the tables, without holding up who writes: the next but one file need not read them.
ALTER TABLE audit_logs VALIDATE CONSTRAINT audit_logs_end;
--> statement-breakpoint
ALTER TABLE broadcast_deliveries VALIDATE CONSTRAINT broadcast_deliveries_end;
