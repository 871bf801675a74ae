import {Button, TextInput, VisuallyHidden} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {type ReactNode, type Ref, useMemo} from 'react'
import type {EntityType} from '../../../../../contract/wire/entities/attribute'
import {organisationOf} from '../../../../domain/console/records/belonging'
import {isListed, withUnknown} from '../../../../domain/console/records/choices'
import {DESCRIPTIONS} from '../../../../domain/console/records/descriptions'
import type {ChoicesInput, ChoicesRef} from '../../../../machines/console/record/choices'
import type {RecordSnapshot} from '../../../../machines/console/record/record'
import {DESCRIBED_BELOW} from '../../../kit/form/fields'
import {Picker, type PickerOption} from '../../../kit/picker/Picker'
import {texts as common} from '../../../texts'
import {useConsole} from '../../logic'
import {texts} from '../texts'
import styles from './UnlistedId.module.css'
import {type RecordFieldProps, useField} from './useField'

/** Offers only records of the same organisation; without an organisation the id can only be typed. */
export function IdField(props: IdFieldProps) {
  const {record, names} = props
  const within = useSelector(record, ({context}) => organisationOf(context))
  const before = useSelector(record, ({context}) => organisationOf({...context, draft: {}}))
  const except = useSelector(record, snapshot => selfAmong(snapshot, names))
  if (within === '' && names !== 'organisation') return <TypedId {...props} hint={texts.picker.noOrganisation} />
  const organisationId = names === 'organisation' ? '' : within
  const isJustChosen = organisationId !== '' && within !== before
  const input = {description: DESCRIPTIONS[names], organisationId, except, isJustChosen}
  return <Listed key={organisationId} input={input} {...props} />
}

function selfAmong({context: {description, record}}: RecordSnapshot, names: EntityType): string | null {
  return description.kind === names ? (record?.id ?? null) : null
}

function Listed({input, ...props}: IdFieldProps & {input: ChoicesInput}) {
  const {choices: logic} = useConsole()
  const choices = useActorRef(logic, {input})
  const isFailed = useSelector(choices, s => s.matches('failed'))
  const heldFocus = useMemo(createHeldFocus, [])
  return isFailed ? (
    <UnlistedId choices={choices} heldFocus={heldFocus} {...props} />
  ) : (
    <ChosenId choices={choices} heldFocus={heldFocus} {...props} />
  )
}

/** Chooses one of the listed records. An id that is not listed stays in the field until another one is chosen. */
function ChosenId({choices, heldFocus, ...props}: ListedIdProps) {
  const {value, isBusy, change, shared} = useField(props)
  const {name, required, ...rest} = shared
  const isWaiting = useSelector(choices, s => s.hasTag('waiting'))
  const listed = useSelector(choices, ({context}) => context.choices)
  const {noun, plural} = DESCRIPTIONS[props.names]
  const none = texts.picker.none(noun)
  const id = String(value).trim()
  const data = useMemo((): readonly PickerOption[] => {
    const choices = withUnknown(listed, id)
    // No record is found by the words for none.
    return required ? choices : [{value: '', label: none, searched: ''}, ...choices]
  }, [listed, id, required, none])
  const chosen = data.find(({value}) => value === id)?.label ?? ''
  const isUnknown = id !== '' && !isListed(listed, id)
  const hint = isUnknown ? texts.picker.unknown(noun) : texts.picker.listed(listed.length, noun, plural)

  return (
    <Picker
      {...rest}
      // Mantine puts `name` on a hidden input, which can't be focused. `form.elements.namedItem` also finds ids.
      id={name}
      ref={heldFocus}
      required={required}
      description={isWaiting ? texts.picker.loading(plural) : hint}
      inputWrapperOrder={DESCRIBED_BELOW}
      placeholder={isWaiting ? undefined : none}
      data={data}
      clearable={!required}
      readOnly={isBusy || isWaiting}
      value={id}
      onChosen={change}
      onClick={({currentTarget}) => selectText(currentTarget, chosen)}
    />
  )
}

/** Selects the label of the chosen record, so that typing replaces it. */
function selectText(input: HTMLInputElement, chosen: string) {
  if (input.value === chosen) input.select()
}

/** When loading the list has failed, the id can still be typed. */
function UnlistedId({choices, heldFocus, ...props}: ListedIdProps) {
  const message = useSelector(choices, ({context}) => context.message)
  const isRetrying = useSelector(choices, s => s.matches({failed: 'retrying'}))
  const {noun, plural} = DESCRIPTIONS[props.names]
  return (
    <div>
      <TypedId
        {...props}
        inputRef={heldFocus}
        hint={
          <span role="status">
            {message} {texts.picker.typeInstead(noun)}
          </span>
        }
      />
      <Button
        ref={heldFocus}
        className={styles.retry}
        variant="default"
        size="compact-sm"
        aria-disabled={isRetrying}
        aria-busy={isRetrying}
        onClick={() => choices.send({type: 'retry.requested'})}
      >
        {isRetrying ? common.retrying : texts.picker.retry}{' '}
        <VisuallyHidden>{texts.picker.toLoad(plural)}</VisuallyHidden>
      </Button>
    </div>
  )
}

/** `names` is the kind of the record whose id the field holds. */
interface IdFieldProps extends RecordFieldProps {
  names: EntityType
}

/** `choices` loads the records whose ids the field can hold. */
interface ListedIdProps extends IdFieldProps {
  choices: ChoicesRef
  heldFocus: HeldFocus
}

type HeldFocus = (element: HTMLElement | null) => () => void

/**
 * Creates a ref for elements that replace each other: when the focused one is removed, the next one takes the focus.
 * All of them must get the same function at every render, because React detaches a ref whose function changes.
 */
function createHeldFocus(): HeldFocus {
  let isLeft = false
  return element => {
    if (isLeft) element?.focus()
    isLeft = false
    return () => {
      if (element !== null && element === document.activeElement) isLeft = true
    }
  }
}

interface TypedIdProps extends RecordFieldProps {
  /** Says why the id has to be typed instead of chosen. */
  hint: ReactNode
  inputRef?: Ref<HTMLInputElement>
}

function TypedId({hint, inputRef, ...props}: TypedIdProps) {
  const {value, isBusy, change, shared} = useField(props)
  return (
    <TextInput
      {...shared}
      ref={inputRef}
      description={hint}
      inputWrapperOrder={DESCRIBED_BELOW}
      value={String(value)}
      readOnly={isBusy}
      autoComplete="off"
      spellCheck={false}
      onChange={({currentTarget}) => change(currentTarget.value)}
    />
  )
}
