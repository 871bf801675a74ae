import {Button, VisuallyHidden} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {DESCRIPTIONS} from '../../../../domain/console/records/descriptions'
import {texts as common} from '../../../texts'
import {texts} from '../texts'
import type {ListedIdProps} from './idFieldProps'
import {TypedId} from './TypedId'
import styles from './UnlistedId.module.css'

/** When loading the list has failed, the id can still be typed. */
export function UnlistedId({choices, keptFocus, ...props}: ListedIdProps) {
  const message = useSelector(choices, ({context}) => context.message)
  const isRetrying = useSelector(choices, s => s.matches({failed: 'retrying'}))
  const {noun, plural} = DESCRIPTIONS[props.names]
  return (
    <div>
      <TypedId
        {...props}
        inputRef={keptFocus}
        hint={
          <span role="status">
            {message} {texts.picker.typeInstead(noun)}
          </span>
        }
      />
      <Button
        ref={keptFocus}
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
