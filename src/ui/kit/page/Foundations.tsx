import {SEVERITIES} from '../../../../contract/rules/thresholds'
import {type IndicatorProps, Indicators} from '../indicator/Indicator'
import {SeverityMark} from '../mark/SeverityMark'
import {type Status, StatusMark} from '../mark/StatusMark'
import {Panel} from '../Panel'
import styles from './KitPage.module.css'

const SURFACES = ['canvas', 'surface', 'raised', 'overlay', 'field', 'hover', 'selected'] as const
const LINES = ['line', 'line-strong', 'focus'] as const
const TEXTS = ['text', 'text-dim', 'text-faint', 'brand-text', 'danger-text'] as const
const SIZES = [28, 20, 16, 14, 13, 12, 11] as const
const DATA = ['data-1', 'data-2', 'data-3', 'data-4', 'data-5', 'data-6', 'data-7', 'data-8'] as const
const NAMED_DATA = ['data-temperature', 'data-default'] as const
const STATUSES: readonly Status[] = ['fresh', 'late', 'down', 'never', 'notRead', 'ok', 'warning', 'off']

const indicator = (label: string, value: number | null, more: Partial<IndicatorProps> = {}): IndicatorProps => ({
  label,
  value,
  range: {low: 0, high: 100},
  band: {low: 40, high: 60},
  limits: [{severity: 'warning', value: 80}],
  severity: null,
  freshness: 'fresh',
  write: (each: number) => `${each} °C`,
  ...more,
})
const INDICATORS = [
  indicator('Boiler 1', 51),
  indicator('Boiler 2', 18.4, {range: {low: -20, high: 40}, band: {low: 17, high: 20}}),
  indicator('Cooling water', 7, {range: {low: 0, high: 400}, band: {low: 5, high: 9}, limits: []}),
  indicator('Kiln', 84, {severity: 'warning'}),
  indicator('Furnace', 120, {severity: 'critical'}),
  indicator('Cellar', 55, {freshness: 'late', note: 'late 12 min'}),
  indicator('New sensor', 70, {band: null}),
  indicator('Dormant', null, {freshness: 'never', note: 'never'}),
]

/** Colours, type and marks. */
export function Foundations() {
  return (
    <>
      <Panel title="Surfaces and lines">
        <div className={styles.row}>
          {SURFACES.map(name => (
            <div key={name} className={styles.surface} style={{background: `var(--${name})`}}>
              {name}
            </div>
          ))}
          {LINES.map(name => (
            <div key={name} className={styles.surface} style={{borderColor: `var(--${name})`}}>
              {name}
            </div>
          ))}
        </div>
      </Panel>
      <Panel title="Type">
        <div className={styles.stack}>
          {SIZES.map(size => (
            <p key={size} style={{font: `var(--type-${size})`}}>
              {size} px: Hall 2, Boiler, <strong>71.35 °C</strong>, 0123456789
            </p>
          ))}
          <p className={styles.mono}>018f3c1e-0000-7000-8000-0000000000a1</p>
          <p className={styles.row}>
            {TEXTS.map(name => (
              <span key={name} style={{color: `var(--${name})`}}>
                {name}
              </span>
            ))}
          </p>
        </div>
      </Panel>
      <Panel title="Data">
        <div className={styles.row}>
          {[...DATA, ...NAMED_DATA].map(name => (
            <span key={name} className={styles.series}>
              <i style={{background: `var(--${name})`}} />
              {name}
            </span>
          ))}
        </div>
      </Panel>
      <Panel title="Status">
        {[false, true].map(isChip => (
          <div key={String(isChip)} className={styles.row}>
            {STATUSES.map(status => (
              <StatusMark key={status} status={status} isChip={isChip}>
                {status}
              </StatusMark>
            ))}
            {SEVERITIES.map(severity => (
              <SeverityMark key={severity} severity={severity} isChip={isChip}>
                {severity}
              </SeverityMark>
            ))}
          </div>
        ))}
      </Panel>
      <Panel title="Indicators">
        <Indicators label="Machines" machine={INDICATORS} />
      </Panel>
    </>
  )
}
