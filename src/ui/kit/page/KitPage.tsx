import {Button, Checkbox, NativeSelect, PasswordInput, Switch, Textarea, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {useState} from 'react'
import {SEVERITIES} from '../../../../contract/rules/thresholds'
import {useApplication} from '../application'
import {ConfirmDialog} from '../dialog/ConfirmDialog'
import {FormMessage} from '../form/FormMessage'
import {type IndicatorProps, Indicators} from '../indicator/Indicator'
import {Skeleton} from '../loading/Skeleton'
import {IconPlus, IconSearch} from '../mark/icons'
import {SeverityMark} from '../mark/SeverityMark'
import {type Status, StatusMark} from '../mark/StatusMark'
import {PageHeader} from '../PageHeader'
import {Panel} from '../Panel'
import {CopyButton} from '../text/CopyButton'
import {TimeText} from '../text/TimeText'
import styles from './KitPage.module.css'

/** Shows what screens are made of, to those who build them. It is not part of the product, and only speaks English. */
export function KitPage() {
  const {preferences} = useApplication()
  const density = useSelector(preferences, ({context}) => context.preferences.density)
  const other = density === 'compact' ? 'comfortable' : 'compact'
  return (
    <div className={styles.page}>
      <PageHeader
        title="Kit"
        crumbs={[{to: '/dashboard', label: 'Dashboard'}]}
        mark={<span className={styles.dim}>{density}</span>}
        actions={
          <Button
            variant="default"
            onClick={() => preferences.send({type: 'preferences.changed', change: {density: other}})}
          >
            Make it {other}
          </Button>
        }
      />
      <Foundations />
      <Parts />
    </div>
  )
}

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
function Foundations() {
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
        <Indicators label="Machines" indicators={INDICATORS} />
      </Panel>
    </>
  )
}

const NOW = Date.parse('2026-03-18T09:24:10Z')
const AGES = [0, 5_000, 90_000, 3_600_000, 172_800_000]
const NUMBERS = [0, 1.5, 3140.28571, 1_234_567.891, 0.000_012_3, -18.04]
const ROWS = [
  ['Boiler', '71.35 °C', 'Hall 2'],
  ['مضخة المياه', '−18.04 °C', 'مبنى'],
  ['Zwischenüberhitzerdampftemperatur '.repeat(4), '1,234,567.9', 'Roof'],
] as const

/** Controls, texts of values, and what tells of an outcome. */
function Parts() {
  return (
    <>
      <Buttons />
      <Inputs />
      <Values />
      <Panel title="Table">
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Device</th>
                <th scope="col">Value</th>
                <th scope="col">Place</th>
              </tr>
            </thead>
            <tbody>
              {ROWS.map(([name, value, place]) => (
                <tr key={name}>
                  <th scope="row">
                    <bdi>{name}</bdi>
                  </th>
                  <td>{value}</td>
                  <td>
                    <bdi>{place}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
      <Panel title="What became of it">
        <div className={styles.stack}>
          <FormMessage kind="failed" message="Failed to save profile." hint="What you typed is kept." />
          <FormMessage kind="noted" message="You have been signed out." />
        </div>
      </Panel>
      <Panel title="Skeletons">
        <div className={styles.stack}>
          <Skeleton width="40%" height="2rem" />
          <Skeleton height="1.25rem" />
          <Skeleton height="8rem" />
        </div>
      </Panel>
    </>
  )
}

function Buttons() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Panel title="Buttons and dialogs">
      <div className={styles.row}>
        <Button leftSection={<IconPlus />}>Create</Button>
        <Button variant="default">Cancel</Button>
        <Button variant="subtle">Show all</Button>
        <Button color="red">Delete</Button>
        <Button aria-disabled aria-busy>
          Saving…
        </Button>
        <CopyButton what="device id" value="d-boiler" />
        <Button variant="default" onClick={() => setOpen(true)}>
          Open a dialog
        </Button>
      </div>
      <ConfirmDialog
        {...{isOpen, title: 'Delete attribute', confirm: 'Delete', cancel: 'Cancel', onConfirm: close, onCancel: close}}
      >
        <p>“serial” is deleted for everybody.</p>
      </ConfirmDialog>
    </Panel>
  )
}

const Inputs = () => (
  <Panel title="Inputs">
    <div className={styles.fields}>
      <TextInput label="Name" defaultValue="Boiler" />
      <TextInput label="Search" leftSection={<IconSearch />} placeholder="Name, type or label" />
      <TextInput label="Email" defaultValue="petra@harbour" error="Enter a whole address." />
      <TextInput label="Organisation" value="Harbour Works" readOnly />
      <PasswordInput label="Password" defaultValue="a fine new password" autoComplete="off" />
      <NativeSelect label="Unit" data={['Celsius', 'Fahrenheit']} />
      <Textarea label="Remark" defaultValue="Serviced in March." />
      <Checkbox label="I understand what this does." />
      <Switch label="Live" defaultChecked />
    </div>
  </Panel>
)

function Values() {
  const {formats} = useApplication()
  return (
    <Panel title="Times and numbers">
      <div className={styles.row}>
        {AGES.map(age => (
          <TimeText key={age} at={NOW - age}>
            {formats.relative(NOW - age, NOW)}
          </TimeText>
        ))}
        <TimeText at={NOW} />
        <span>{formats.range(NOW - 7_200_000, NOW)}</span>
      </div>
      <div className={styles.row}>
        {NUMBERS.map(value => (
          <span key={value} title={formats.exact(value, '°C')}>
            {formats.number(value, {unit: '°C'})}
          </span>
        ))}
      </div>
    </Panel>
  )
}
