import {Button, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {MAX_ROTA_LAYERS, MAX_ROTA_PEOPLE, NAME_LENGTH} from '../../../../contract/limits'
import {draftOutlook, EMPTY_LAYER, type LayerDraft, type Person, type RotaField} from '../../../domain/alarms/onCall'
import type {OnCallRef} from '../../../machines/alarms/onCall'
import {useApplication} from '../../kit/application'
import {DaysField} from '../../kit/form/DaysField'
import {fieldOf, useForm} from '../../kit/form/fields'
import {ManyPicker} from '../../kit/picker/Picker'
import {ZoneField} from '../../kit/picker/ZoneField'
import {useMinute} from '../logic'
import {calledUntil, nameOf} from './called'
import styles from './OnCall.module.css'
import {texts} from './texts'

/** Asks who is on call when. */
export function RotaFields({entries}: {entries: OnCallRef}) {
  const form = useForm(entries)
  const people = useSelector(entries, ({context}) => context.loaded.people)
  const {draft, problems, change} = form
  return (
    <>
      <TextInput
        {...fieldOf(form, 'name')}
        error={problems.name && texts.problems.name}
        label={texts.form.name}
        maxLength={NAME_LENGTH}
        data-autofocus
      />
      <People
        id="people"
        error={problems.people && texts.problems.people}
        people={people}
        chosen={draft.people}
        onChosen={chosen => change({people: chosen})}
      />
      <div className={styles.fields}>
        <TextInput {...fieldOf(form, 'time')} error={problems.time && texts.problems.time} label={texts.form.time} />
        <TextInput
          {...fieldOf(form, 'days')}
          error={problems.days && texts.problems.days}
          label={texts.form.days}
          inputMode="numeric"
        />
        <TextInput
          {...fieldOf(form, 'since')}
          type="date"
          error={problems.since && texts.problems.since}
          label={texts.form.since}
        />
        <ZoneField label={texts.form.zone} zone={draft.zone} onChosen={zone => change({zone})} />
      </div>
      <p className={styles.quiet}>{texts.form.layers}</p>
      {draft.layers.map((layer, at) => (
        <Layer
          // biome-ignore lint/suspicious/noArrayIndexKey: layers have no name, and are added at the end
          key={at}
          place={at + 1}
          layer={layer}
          people={people}
          isWrong={problems[`layer-${at}`] === true}
          isUnmanned={problems[`layer-${at}-people`] === true}
          onChanged={changed => change({layers: replaced(draft.layers, at, changed)})}
        />
      ))}
      {draft.layers.length < MAX_ROTA_LAYERS && (
        <Button
          size="compact-sm"
          variant="default"
          className={styles.add ?? ''}
          onClick={() => change({layers: [...draft.layers, EMPTY_LAYER]})}
        >
          {texts.form.addLayer}
        </Button>
      )}
      <CalledByDraft entries={entries} />
    </>
  )
}

/** Previews who is on call now and next, if the draft is saved as it is. */
function CalledByDraft({entries}: {entries: OnCallRef}) {
  const {formats} = useApplication()
  const draft = useSelector(entries, ({context}) => context.draft)
  const rota = useSelector(entries, ({context}) => context.chosen)
  const people = useSelector(entries, ({context}) => context.loaded.people)
  const at = useMinute()
  const outlook = draftOutlook(draft, {rota, people, at})
  if (outlook === null) return null
  const next = outlook.shifts.slice(1, 1 + PREVIEWED)
  return (
    <>
      <p role="status" className={outlook.now.person === null ? styles.gap : styles.quiet}>
        {texts.form.called(calledUntil(outlook, people, formats))}
      </p>
      {next.length > 0 && (
        <ol className={styles.preview} aria-label={texts.form.preview}>
          {next.map(({start, end, person}) => (
            <li key={start}>{texts.shift(nameOf(people, person), formats.range(start, end))}</li>
          ))}
        </ol>
      )}
    </>
  )
}

/** So many shifts after the present one show the order of the people. */
const PREVIEWED = 3

const replaced = (layers: readonly LayerDraft[], place: number, changed: LayerDraft | null): LayerDraft[] =>
  layers.flatMap((layer, at) => (at === place ? (changed ?? []) : layer))

interface PeopleProps {
  /** That of its problem, which takes the focus. */
  id: RotaField
  error: ReactNode
  people: readonly Person[]
  chosen: readonly string[]
  onChosen: (ids: string[]) => void
}

/** People who can't be called any more may stay, but are not offered. */
function People({id, error, people, chosen, onChosen}: PeopleProps) {
  const offered = people.filter(({id, isPresent}) => isPresent || chosen.includes(id))
  const known = new Set(offered.map(({id}) => id))
  const deleted = chosen.filter(id => !known.has(id)).map(id => ({value: id, label: texts.unknown}))
  return (
    <ManyPicker
      id={id}
      error={error}
      label={texts.form.people}
      description={texts.form.peopleHint}
      maxValues={MAX_ROTA_PEOPLE}
      data={[
        ...offered.map(({id, name, isPresent}) => ({value: id, label: isPresent ? name : texts.gone(name)})),
        ...deleted,
      ]}
      value={chosen}
      onChosen={onChosen}
    />
  )
}

interface LayerProps {
  place: number
  layer: LayerDraft
  people: readonly Person[]
  isWrong: boolean
  isUnmanned: boolean
  /** Null removes it. */
  onChanged: (layer: LayerDraft | null) => void
}

function Layer({place, layer, people, isWrong, isUnmanned, onChanged}: LayerProps) {
  const time = (name: 'from' | 'until') => (
    <TextInput
      label={texts.form[name]}
      value={layer[name]}
      autoComplete="off"
      onChange={({currentTarget: {value}}) => onChanged({...layer, [name]: value})}
    />
  )
  return (
    <fieldset className={styles.layers}>
      <legend>{texts.form.layer(String(place))}</legend>
      <DaysField
        label={texts.form.weekdays}
        error={isWrong && texts.problems.layer}
        className={styles.days}
        days={layer.days}
        onChosen={days => onChanged({...layer, days})}
      />
      <div className={styles.fields}>
        {time('from')}
        {time('until')}
      </div>
      <People
        id={`layer-${place - 1}-people`}
        error={isUnmanned && texts.problems.layerPeople}
        people={people}
        chosen={layer.people}
        onChosen={chosen => onChanged({...layer, people: chosen})}
      />
      <Button size="compact-xs" variant="default" onClick={() => onChanged(null)}>
        {texts.form.removeLayer}
      </Button>
    </fieldset>
  )
}
