import {Button, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type ReactNode, useMemo, useState} from 'react'
import {WALL_NAME_LENGTH} from '../../../contract/limits'
import {CHOICES, type DeviceChoice} from '../../../contract/rules/lists/walls'
import {WALL_TEMPLATES} from '../../../contract/rules/lists/wallTemplates'
import {GROUPINGS, toggled} from '../../domain/telemetry/devices/navigatorView'
import {SPANS} from '../../domain/telemetry/series/sparkline'
import {offeredDevices, withAllOffered} from '../../domain/wall/choosing'
import {DIAGONALS, DISTANCES} from '../../domain/wall/legibility'
import {MAX_KEYS, ORDERS, TILE_CHOICES, within} from '../../domain/wall/options'
import type {Composition} from '../../domain/wall/panels/panels'
import {commonestKey, panelsOfTemplate} from '../../domain/wall/panels/templates'
import {chosenDevices, TURNS, type Wall} from '../../domain/wall/walls'
import type {WallRef} from '../../machines/wall/wall'
import type {WallEditorRef} from '../../machines/wall/wallEditor'
import {useApplication} from '../kit/application'
import {PlainDialog} from '../kit/dialog/PlainDialog'
import formStyles from '../kit/form/Form.module.css'
import {SearchField} from '../kit/form/SearchField'
import {buttons} from '../kit/text/texts'
import {texts as composeTexts} from './compose/texts'
import styles from './Editor.module.css'
import {texts as panelTexts} from './panels/texts'
import {texts} from './texts'

interface Props {
  wall: WallRef
  editor: WallEditorRef
}

/** The form of a wall, in a dialog. */
export function Editor({wall, editor}: Props) {
  const name = useSelector(editor, s => s.context.wall?.name ?? '')
  const form = useSelector(editor, s => s.context.form)
  return (
    <PlainDialog
      title={form === 'edit' ? texts.editor.edit(name) : texts.editor[form]}
      place="middle"
      onClose={() => wall.send({type: 'editor.closed'})}
    >
      <Form wall={wall} editor={editor} />
    </PlainDialog>
  )
}

function Form({wall, editor}: Props) {
  const draft = useSelector(editor, s => s.context.draft)
  const problem = useSelector(editor, s => s.context.problem)
  const isNew = useSelector(editor, s => s.context.form === 'add')
  const change = (change: Partial<Wall>) => editor.send({type: 'draft.changed', change})
  return (
    <form
      className={formStyles.form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        editor.send({type: 'save.requested'})
      }}
    >
      <TextInput
        label={texts.editor.name}
        data-autofocus
        maxLength={WALL_NAME_LENGTH}
        value={draft.name}
        error={problem === null ? null : texts.editor.problems[problem]}
        onChange={({currentTarget}) => change({name: currentTarget.value})}
      />
      {isNew && <Beginning wall={wall} editor={editor} />}
      <Devices wall={wall} draft={draft} change={change} />
      <TextInput
        label={texts.editor.keys}
        description={texts.editor.keysHint}
        error={draft.keys.length > MAX_KEYS ? texts.editor.mostKeys(MAX_KEYS) : null}
        defaultValue={draft.keys.join(', ')}
        onChange={({currentTarget}) => change({keys: keysIn(currentTarget.value)})}
      />
      <div className={styles.row}>
        <Choice
          label={texts.editor.tiles}
          values={TILE_CHOICES}
          words={texts.kinds}
          value={draft.tiles}
          onChosen={tiles => change({tiles})}
        />
        <Choice
          label={texts.editor.order}
          values={ORDERS}
          words={texts.orders}
          value={draft.order}
          onChosen={order => change({order})}
        />
        <Choice
          label={texts.editor.grouping}
          values={GROUPINGS}
          words={texts.groupings}
          value={draft.grouping}
          onChosen={grouping => change({grouping})}
        />
        <Choice
          label={texts.editor.span}
          values={SPANS}
          words={panelTexts.spans}
          value={draft.span}
          onChosen={span => change({span})}
        />
      </div>
      <div className={styles.row}>
        <Amount
          label={texts.editor.diagonal}
          limits={DIAGONALS}
          value={draft.viewing.diagonal}
          onChanged={diagonal => change({viewing: {...draft.viewing, diagonal}})}
        />
        <Amount
          label={texts.editor.distance}
          limits={DISTANCES}
          value={draft.viewing.distance}
          onChanged={distance => change({viewing: {...draft.viewing, distance}})}
        />
        <Amount
          label={texts.editor.turnAfter}
          limits={TURNS}
          value={draft.turnAfter}
          onChanged={turnAfter => change({turnAfter})}
        />
      </div>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={draft.hasAlarmCode === true}
          onChange={({target}) => change({hasAlarmCode: target.checked})}
        />
        {texts.editor.alarmCode}
      </label>
      <label className={styles.check}>
        <input type="checkbox" checked={draft.isHome} onChange={({target}) => change({isHome: target.checked})} />
        {texts.editor.home}
      </label>
      <Buttons wall={wall} editor={editor} />
    </form>
  )
}

const BEGINNINGS = ['tiles', 'empty', ...WALL_TEMPLATES] as const

/** The first contents of a new wall. */
function Beginning({wall, editor}: Props) {
  const [beginning, setBeginning] = useState<(typeof BEGINNINGS)[number]>('tiles')
  return (
    <Choice
      label={texts.editor.begin}
      values={BEGINNINGS}
      words={{...texts.editor.begins, ...composeTexts.templates}}
      value={beginning}
      onChosen={chosen => {
        setBeginning(chosen)
        const {devices} = wall.getSnapshot().context.board
        editor.send({type: 'panels.chosen', composition: beginningOf(chosen, commonestKey(devices))})
      }}
    />
  )
}

function beginningOf(chosen: (typeof BEGINNINGS)[number], key: string): Composition | null {
  if (chosen === 'tiles') return null
  return {panels: chosen === 'empty' ? [] : panelsOfTemplate(chosen, key), surplus: [], isMended: false}
}

const keysIn = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map(key => key.trim())
      .filter(key => key !== ''),
  ),
]

interface FieldProps {
  wall: WallRef
  draft: Wall
  change: (change: Partial<Wall>) => void
}

function Devices({wall, draft: {devices}, change}: FieldProps) {
  const {by, values} = devices
  return (
    <>
      <Choice
        label={texts.editor.devices}
        values={CHOICES}
        words={texts.editor.choices}
        value={by}
        onChosen={by => change({devices: {by, values: []}})}
      />
      {by !== 'all' && (
        // Another kind of choice begins with another search.
        <ChosenDevices
          key={by}
          wall={wall}
          choice={{by, values}}
          onChosen={values => change({devices: {by, values}})}
        />
      )}
    </>
  )
}

function Buttons({wall, editor}: Props) {
  const isOvertaken = useSelector(editor, s => s.matches('overtaken'))
  const isAsking = useSelector(editor, s => s.matches('askingToRemove'))
  const name = useSelector(editor, s => s.context.wall?.name ?? null)
  if (isOvertaken) {
    return (
      <Question question={texts.editor.overtaken} keep={buttons.cancel} editor={editor}>
        <Button onClick={() => editor.send({type: 'overwriting.confirmed'})}>{texts.editor.overwrite}</Button>
      </Question>
    )
  }
  if (isAsking && name !== null) {
    return (
      <Question question={texts.editor.removal(name)} keep={texts.editor.keep} editor={editor}>
        <Button color="red" onClick={() => editor.send({type: 'removal.confirmed'})}>
          {texts.editor.remove}
        </Button>
      </Question>
    )
  }
  return (
    <div className={styles.buttons}>
      {name !== null && (
        <Button variant="subtle" color="red" onClick={() => editor.send({type: 'removal.requested'})}>
          {texts.editor.remove}
        </Button>
      )}
      <Button variant="default" onClick={() => wall.send({type: 'editor.closed'})}>
        {buttons.cancel}
      </Button>
      <Button type="submit">{buttons.save}</Button>
    </div>
  )
}

interface QuestionProps {
  question: string
  keep: string
  editor: WallEditorRef
  children: ReactNode
}

function Question({question, keep, editor, children}: QuestionProps) {
  return (
    <div role="alert" className={styles.question}>
      <p>{question}</p>
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => editor.send({type: 'question.cancelled'})}>
          {keep}
        </Button>
        {children}
      </div>
    </div>
  )
}

interface ChoiceProps<T extends string> {
  label: string
  values: readonly T[]
  words: Readonly<Record<T, string>>
  value: T
  onChosen: (value: T) => void
}

function Choice<T extends string>({label, values, words, value, onChosen}: ChoiceProps<T>) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <select
        value={value}
        onChange={({target}) => {
          const chosen = values.find(each => each === target.value)
          if (chosen !== undefined) onChosen(chosen)
        }}
      >
        {values.map(each => (
          <option key={each} value={each}>
            {words[each]}
          </option>
        ))}
      </select>
    </label>
  )
}

interface AmountProps {
  label: string
  limits: {least: number; most: number}
  value: number
  onChanged: (value: number) => void
}

/** The input is always the value to save; beyond the limits the field says so, and the form is not saved. */
function Amount({label, limits, value, onChanged}: AmountProps) {
  const {formats} = useApplication()
  const isWithin = within(limits, value) !== null
  return (
    <TextInput
      label={label}
      type="number"
      inputMode="decimal"
      step="any"
      defaultValue={value}
      error={isWithin ? null : texts.editor.limits(formats.number(limits.least), formats.number(limits.most))}
      onChange={({currentTarget}) => onChanged(currentTarget.valueAsNumber)}
    />
  )
}

interface ChosenDevicesProps {
  wall: WallRef
  choice: DeviceChoice & {by: Exclude<DeviceChoice['by'], 'all'>}
  onChosen: (values: readonly string[]) => void
}

/** The devices of a wall, one by one or by a shared property, found by a search and all at once. */
function ChosenDevices({wall, choice, onChosen}: ChosenDevicesProps) {
  const {formats} = useApplication()
  const all = useSelector(wall, s => s.context.board.all)
  const [q, setQ] = useState('')
  const {by, values} = choice
  const offered = useMemo(() => offeredDevices(all, by, q), [all, by, q])
  const chosen = useMemo(() => new Set(values), [values])
  const count = useMemo(() => chosenDevices(all, choice).length, [all, choice])
  const areAllChosen = offered.length > 0 && offered.every(({value}) => chosen.has(value))
  return (
    <fieldset className={styles.devices}>
      <legend>{texts.editor.values[by]}</legend>
      <div className={styles.head}>
        <SearchField label={texts.editor.search[by]} value={q} onTyped={setQ} className={styles.search} />
        <Button
          size="xs"
          variant="default"
          disabled={offered.length === 0}
          onClick={() => onChosen(withAllOffered(values, offered, !areAllChosen))}
        >
          {(areAllChosen ? texts.editor.chooseNone : texts.editor.chooseAll)(formats.number(offered.length))}
        </Button>
        <span role="status" className={styles.count}>
          {texts.editor.chosen(formats.number(count), formats.number(all.length))}
        </span>
      </div>
      {offered.length === 0 ? (
        <p className={styles.none}>{texts.editor.noneFound}</p>
      ) : (
        <div className={styles.values}>
          {offered.map(({value, name, detail, count}) => (
            <label key={value}>
              <input type="checkbox" checked={chosen.has(value)} onChange={() => onChosen(toggled(values, value))} />
              <span>
                <bdi>{name}</bdi> <bdi className={styles.count}>{by === 'picked' ? detail : formats.number(count)}</bdi>
              </span>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  )
}
