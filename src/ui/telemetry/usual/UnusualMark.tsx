import type {Unusual} from '../../../domain/telemetry/usual'
import {useApplication} from '../../kit/application'
import {IconActivity} from '../../kit/mark/icons'
import spoken from '../../kit/text/Spoken.module.css'
import {texts} from './texts'

interface Props {
  /** Null for a usual value, which shows nothing. */
  unusual: Unusual | null
  /** Whether the words are shown. Otherwise they are the title of the icon, and read out. */
  isInFull?: boolean
}

/** Says since when a value is unusual. */
export function UnusualMark({unusual, isInFull = false}: Props) {
  const {formats} = useApplication()
  if (unusual === null) return null
  const words = texts.unusual(formats.time(unusual.since, 'minute'))
  return (
    <>
      {' '}
      <span data-unusual title={isInFull ? undefined : words}>
        <IconActivity size="0.9em" style={{verticalAlign: '-0.125em'}} aria-hidden="true" />{' '}
        <span className={isInFull ? undefined : spoken.spoken}>{words}</span>
      </span>
    </>
  )
}
