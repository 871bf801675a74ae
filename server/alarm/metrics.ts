import type {LabelledMetric} from '../http/metrics/metrics'
import type {AlarmRepository} from './repository'

export const alarmMetrics = (alarms: Pick<AlarmRepository, 'activeBySeverity'>): LabelledMetric => ({
  name: 'alarms_active',
  help: 'Active alarms of all organisations, neither shelved nor out of service, by severity',
  label: 'severity',
  values: () => alarms.activeBySeverity(),
})
