import {TextInput, type TextInputProps} from '@mantine/core'
import {useState} from 'react'
import type {EpochMs} from '../../../../contract/wire/common'
import {absoluteFrom, absoluteText, type TimeProblem} from '../../../domain/timeRange/absoluteTime'
import {useApplication} from '../application'
import {texts} from '../text/texts'

interface Props {
  label: string
  at: EpochMs | null
  zone: string
  error?: string | null
  className?: string | undefined
  /** Null means that the field was left empty. */
  onChosen: (at: EpochMs | null) => void
}

const EXAMPLE = Date.UTC(2026, 10, 1, 14, 5)

/** A time on the zone's clock of 12 or 24 hours. It is read when the field is left, or by Enter. */
export function MinuteField({label, at, zone, error, className, onChosen}: Props) {
  const {isTwelveHours} = useApplication().formats
  const text = at === null ? '' : absoluteText(at, {zone, isTwelveHours}, 'minute')
  const example = absoluteText(EXAMPLE, {zone: 'UTC', isTwelveHours}, 'minute')
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<TimeProblem | null>(null)

  const type = (next: string) => {
    setTyped(next)
    setProblem(null)
  }
  const read = () => {
    if (typed === null) return
    const isEmpty = typed.trim() === ''
    const chosen = isEmpty ? {at: null} : absoluteFrom(typed, 'start', zone)
    if (chosen.at === undefined) return setProblem(chosen.problem)
    setTyped(null)
    if (isEmpty ? text !== '' : typed !== text) onChosen(chosen.at)
  }

  return (
    <TextInput
      className={className}
      size="xs"
      label={label}
      placeholder={example}
      autoComplete="off"
      spellCheck={false}
      value={typed ?? text}
      error={problem === null ? error : texts.timeProblems[problem](example)}
      onChange={({currentTarget}) => type(currentTarget.value)}
      onBlur={read}
      onKeyDown={({key}) => key === 'Enter' && read()}
    />
  )
}

/** A time of day on a 24-hour clock. The browser's own field follows its locale, not the user's choice. */
export const DayTimeField = (props: TextInputProps) => <TextInput autoComplete="off" {...props} />
