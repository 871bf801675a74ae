import {useSelector} from '@xstate/react'
import type {DeviceImportRef, DeviceImportSnapshot} from '../../../machines/console/deviceImport'
import {IconCheck} from '../../kit/mark/icons'
import spoken from '../../kit/text/Spoken.module.css'
import styles from './Steps.module.css'
import {texts} from './texts'

const STEPS = ['file', 'columns', 'check', 'import', 'result'] as const
type Step = (typeof STEPS)[number]

/** Says where the import is. A step behind can be returned to as long as nothing is written. */
export function Steps({deviceImport}: {deviceImport: DeviceImportRef}) {
  const present = useSelector(deviceImport, stepOf)
  return (
    <ol className={styles.steps} aria-label={texts.steps.label}>
      {STEPS.map((step, at) => (
        <li
          key={step}
          aria-current={step === present ? 'step' : undefined}
          data-done={at < STEPS.indexOf(present) || undefined}
        >
          {at < STEPS.indexOf(present) ? (
            <DoneStep deviceImport={deviceImport} step={step} />
          ) : (
            <>
              <span className={styles.mark}>{at + 1}</span>
              <span className={styles.label}>{texts.steps.names[step]}</span>
            </>
          )}
        </li>
      ))}
    </ol>
  )
}

function DoneStep({deviceImport, step}: {deviceImport: DeviceImportRef; step: Step}) {
  const back = BACK[step]
  const canReturn = useSelector(deviceImport, s => back !== undefined && !s.matches('finished') && s.can(back))
  const mark = (
    <>
      <span className={styles.mark}>
        <IconCheck size={14} aria-hidden />
      </span>
      <span className={styles.label}>{texts.steps.names[step]}</span>
    </>
  )
  if (back !== undefined && canReturn) {
    return (
      <button type="button" onClick={() => deviceImport.send(back)}>
        <span className={spoken.spoken}>{texts.steps.back}</span> {mark}
      </button>
    )
  }
  return (
    <>
      {mark} <span className={spoken.spoken}>{texts.steps.done}</span>
    </>
  )
}

const BACK: Partial<Record<Step, {type: 'file.discarded' | 'mapping.requested'}>> = {
  file: {type: 'file.discarded'},
  columns: {type: 'mapping.requested'},
}

function stepOf({value}: DeviceImportSnapshot): Step {
  switch (value) {
    case 'choosing':
    case 'reading':
      return 'file'
    case 'mapping':
      return 'columns'
    case 'preparing':
    case 'checking':
    case 'checked':
      return 'check'
    case 'finished':
      return 'result'
    default:
      return 'import'
  }
}
