import {PasswordInput, type PasswordInputProps} from '@mantine/core'
import {type KeyboardEvent, useState} from 'react'
import {texts} from '../texts'
import styles from './PasswordField.module.css'

/** A password that can be shown, with a hint while Caps Lock is on. */
export function PasswordField(props: PasswordInputProps) {
  const [isCapsLockOn, setCapsLockOn] = useState(false)
  // The autofill of browsers fires key events that know no modifiers.
  const look = ({nativeEvent}: KeyboardEvent) => setCapsLockOn(nativeEvent.getModifierState?.('CapsLock') ?? false)
  return (
    <div className={styles.field}>
      <PasswordInput
        withAsterisk={false}
        required
        visibilityToggleButtonProps={{'aria-label': texts.login.reveal, tabIndex: 0}}
        onKeyDown={look}
        onKeyUp={look}
        onBlur={() => setCapsLockOn(false)}
        {...props}
      />
      <span className={styles.capsLock} aria-live="polite">
        {isCapsLockOn && texts.login.capsLock}
      </span>
    </div>
  )
}
