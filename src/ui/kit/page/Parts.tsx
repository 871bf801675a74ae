import {Button, Checkbox, NativeSelect, PasswordInput, Switch, Textarea, TextInput} from '@mantine/core'
import {useState} from 'react'
import {useApplication} from '../application'
import {ConfirmDialog} from '../dialog/ConfirmDialog'
import {FormMessage} from '../form/FormMessage'
import {Skeleton} from '../loading/Skeleton'
import {IconPlus, IconSearch} from '../mark/icons'
import {Panel} from '../Panel'
import {CopyButton} from '../text/CopyButton'
import {TimeText} from '../text/TimeText'
import styles from './KitPage.module.css'

const NOW = Date.parse('2026-03-18T09:24:10Z')
const AGES = [0, 5_000, 90_000, 3_600_000, 172_800_000]
const NUMBERS = [0, 1.5, 3140.28571, 1_234_567.891, 0.000_012_3, -18.04]
const ROWS = [
  ['Boiler', '71.35 °C', 'Hall 2'],
  ['مضخة المياه', '−18.04 °C', 'مبنى'],
  ['Zwischenüberhitzerdampftemperatur '.repeat(4), '1,234,567.9', 'Roof'],
] as const

/** Controls, texts of values, and what tells of an outcome. */
export function Parts() {
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
