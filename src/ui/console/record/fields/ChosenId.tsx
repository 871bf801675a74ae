import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {isListed, withUnknown} from '../../../../domain/console/records/choices'
import {DESCRIPTIONS} from '../../../../domain/console/records/descriptions'
import {DESCRIBED_BELOW} from '../../../kit/form/fields'
import {Picker, type PickerOption} from '../../../kit/form/Picker'
import {texts} from '../texts'
import type {ListedIdProps} from './idFieldProps'
import {useField} from './useField'

/** Chooses one of the listed records. An id that is not listed stays in the field until another one is chosen. */
export function ChosenId({choices, keptFocus, ...props}: ListedIdProps) {
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
      ref={keptFocus}
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
