import {Button, Modal, NativeSelect, Switch, Textarea, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {isRecord} from '../../../../contract/rules/json'
import {scopeName} from '../../../../contract/rules/scopeName'
import {usualZone} from '../../../../contract/rules/usual/zone'
import {type AttributeType, isSameAttribute, USUAL_SETTING} from '../../../domain/console/attribute'
import {attributeValueOf, isDraftChanged} from '../../../domain/console/attributeDraft'
import {parsedJson} from '../../../domain/console/records/typedJson'
import type {AttributeConflictRef} from '../../../machines/console/record/attributeConflict'
import type {AttributesRef, AttributesSnapshot} from '../../../machines/console/record/attributes'
import styles from '../../kit/dialog/Dialog.module.css'
import {LeaveDialog, useHold} from '../../kit/dialog/LeaveDialog'
import {Failure} from '../../kit/form/Failure'
import {fieldOf, submitTo, useForm} from '../../kit/form/fields'
import {ZoneField} from '../../kit/picker/ZoneField'
import {buttons} from '../../kit/text/texts'
import {ConflictForm} from '../ConflictForm'
import {texts as common} from '../texts'
import attributesStyles from './Attributes.module.css'
import {AttributeValueView} from './AttributeValueView'
import {texts} from './texts'

interface DialogProps {
  attributes: AttributesRef
  /** Whether nothing but the time zone of what is usual is edited here. */
  isOnlyZone?: boolean
}

export function AttributeDialog({attributes, isOnlyZone = false}: DialogProps) {
  const isOpen = useSelector(attributes, s => s.matches('form'))
  const conflict = useSelector(attributes, s => s.children.conflict)
  const isConflict = useSelector(conflict, s => s?.matches('choosing') ?? false)
  const hold = useHold(() => isTypedIn(attributes.getSnapshot()))
  const title = useSelector(attributes, titleOf)
  const key = useSelector(attributes, ({context}) => context.chosen?.key ?? context.draft.key.trim())
  return (
    <>
      <Modal
        opened={isOpen}
        onClose={() => (conflict ?? attributes).send({type: 'dialog.closed'})}
        title={isConflict ? texts.conflict.title(key) : isOnlyZone ? texts.usual.change : title}
        size="lg"
        closeButtonProps={{'aria-label': buttons.cancel}}
        transitionProps={{duration: 0}}
        closeOnEscape={hold.state !== 'blocked'}
      >
        {isConflict && conflict !== undefined ? (
          <AttributeConflict attributes={attributes} conflict={conflict} />
        ) : (
          <AttributeForm attributes={attributes} isOnlyZone={isOnlyZone} />
        )}
      </Modal>
      <LeaveDialog hold={hold} />
    </>
  )
}

const isTypedIn = (snapshot: AttributesSnapshot): boolean =>
  snapshot.matches('form') && isDraftChanged(snapshot.context.draft, snapshot.context.chosen)

const titleOf = ({context: {chosen, scope}}: AttributesSnapshot): string =>
  chosen === null ? texts.form.adding(texts.scopes[scopeName(scope)]) : texts.form.editing(chosen.key)

interface Props {
  attributes: AttributesRef
  conflict: AttributeConflictRef
}

/** Shows the typed value beside the one on the server, and asks which of them wins. */
function AttributeConflict({attributes, conflict}: Props) {
  const theirs = useSelector(conflict, ({context}) => context.theirs)
  const chosen = useSelector(conflict, ({context}) => context.chosen)
  const side = useSelector(conflict, ({context}) => context.side)
  const draft = useSelector(attributes, ({context}) => context.draft)
  const change = useSelector(conflict, ({context}) => context.change)
  const isGone = theirs === null
  const by = isGone ? common.deletedBy : common.changedBy

  return (
    <ConflictForm
      machine={conflict}
      changedBy={{text: by(change?.email ?? null), at: change?.at ?? theirs?.updatedAt ?? null}}
      message={isGone ? texts.conflict.gone : texts.conflict.changed}
      legend={texts.form.value}
      mine={{
        label: isGone ? texts.conflict.mineAnew : common.sides.mine,
        value: <AttributeValueView value={attributeValueOf(draft)} />,
      }}
      theirs={{
        label: common.sides.theirs,
        value: isGone ? texts.conflict.deleted : <AttributeValueView value={theirs.value} />,
      }}
      before={
        chosen === null ? undefined : (
          <>
            {common.sides.before} <AttributeValueView value={chosen.value} />
          </>
        )
      }
      chosen={side}
      back={texts.conflict.back}
    />
  )
}

function AttributeForm({attributes, isOnlyZone}: Required<DialogProps>) {
  const isNew = useSelector(attributes, ({context}) => context.chosen === null)
  const isBusy = useSelector(attributes, s => s.hasTag('busy'))
  const isZone = useSelector(attributes, isOfUsualZone)

  return (
    <form onSubmit={submitTo(attributes, {type: 'save.requested'})} className={styles.content} noValidate>
      <Failure machine={attributes} />
      {isNew && !isOnlyZone && <KeyField attributes={attributes} />}
      {!isOnlyZone && <TypeField attributes={attributes} />}
      {isZone ? <UsualZoneField attributes={attributes} /> : <ValueField attributes={attributes} />}
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => attributes.send({type: 'dialog.closed'})}>
          {buttons.cancel}
        </Button>
        <Button type="submit" aria-disabled={isBusy} aria-busy={isBusy}>
          {isBusy ? buttons.saving : buttons.save}
        </Button>
      </div>
    </form>
  )
}

function KeyField({attributes}: {attributes: AttributesRef}) {
  const part = useForm(attributes)
  return <TextInput {...fieldOf(part, 'key')} label={texts.form.key} data-autofocus spellCheck={false} required />
}

const TYPES = ['text', 'bool', 'long', 'double', 'json'] as const satisfies readonly AttributeType[]

/** A new attribute is a text or JSON; an existing one can have any type and must be able to keep it. */
function TypeField({attributes}: {attributes: AttributesRef}) {
  const type = useSelector(attributes, ({context}) => context.draft.type)
  const isNew = useSelector(attributes, ({context}) => context.chosen === null)
  const choose = (valueType: AttributeType) => attributes.send({type: 'type.chosen', valueType})
  if (isNew) {
    return (
      <Switch
        label={texts.form.json}
        description={texts.form.jsonHint}
        classNames={{track: attributesStyles.track}}
        checked={type === 'json'}
        onChange={({currentTarget}) => choose(currentTarget.checked ? 'json' : 'text')}
      />
    )
  }
  return (
    <NativeSelect
      label={texts.form.type}
      data={TYPES.map(known => ({value: known, label: texts.types[known]}))}
      value={type}
      onChange={({currentTarget}) => {
        const chosen = TYPES.find(known => known === currentTarget.value)
        if (chosen !== undefined) choose(chosen)
      }}
    />
  )
}

function ValueField({attributes}: {attributes: AttributesRef}) {
  const {type, text} = useSelector(attributes, ({context}) => context.draft)
  const problem = useSelector(attributes, ({context}) => context.problems.value)
  const isNew = useSelector(attributes, ({context}) => context.chosen === null)
  const isBusy = useSelector(attributes, s => s.hasTag('busy'))
  const change = (changed: string) => attributes.send({type: 'draft.changed', change: {text: changed}})
  const field = {
    name: 'value',
    label: texts.form.value,
    'data-autofocus': isNew ? undefined : true,
    required: true,
    value: text,
    readOnly: isBusy,
    error: problem,
  }
  switch (type) {
    case 'bool':
      return (
        <Switch
          name="value"
          label={texts.form.value}
          classNames={{track: attributesStyles.track}}
          checked={text === 'true'}
          onChange={({currentTarget}) => change(String(currentTarget.checked))}
        />
      )
    case 'long':
    case 'double':
      return (
        <TextInput
          {...field}
          inputMode={type === 'long' ? 'numeric' : 'decimal'}
          autoComplete="off"
          onChange={({currentTarget}) => change(currentTarget.value)}
        />
      )
    case 'text':
    case 'json':
      return (
        <Textarea
          {...field}
          rows={type === 'json' ? 12 : 3}
          resize="vertical"
          classNames={type === 'json' ? {input: attributesStyles.code} : {}}
          dir="auto"
          spellCheck={false}
          onChange={({currentTarget}) => change(currentTarget.value)}
        />
      )
    default:
      return type satisfies never
  }
}

/** Whether the form is that of the time zone, and holds nothing that a picker would drop. */
const isOfUsualZone = ({context: {owner, scope, chosen, draft}}: AttributesSnapshot): boolean =>
  owner.kind === 'organisation' &&
  isSameAttribute(chosen ?? {scope, key: draft.key}, USUAL_SETTING) &&
  draft.type === 'json' &&
  isRecord(parsedJson(draft.text))

/** Writes the time zone into the JSON of the draft, and says what follows of it. */
function UsualZoneField({attributes}: {attributes: AttributesRef}) {
  const setting = useSelector(attributes, ({context}) => context.draft.text)
  const known = parsedJson(setting)
  const choose = (zone: string) => {
    const changed = {...(isRecord(known) && known), timeZone: zone}
    attributes.send({type: 'draft.changed', change: {text: JSON.stringify(changed)}})
  }
  return (
    <>
      <ZoneField label={texts.usual.zone} zone={usualZone(known)} onChosen={choose} />
      <p className={attributesStyles.note}>{texts.usual.relearned}</p>
    </>
  )
}
