import {TextInput, type TextInputProps} from '@mantine/core'

/** A time of the day on a clock of 24 hours. The browser's own field follows its locale, whatever clock the user has chosen. */
export const DayTimeField = (props: TextInputProps) => <TextInput autoComplete="off" {...props} />
