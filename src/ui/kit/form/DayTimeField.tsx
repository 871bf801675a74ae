import {TextInput, type TextInputProps} from '@mantine/core'

/** A time of day on a 24-hour clock. The browser's own field follows its locale, not the user's choice. */
export const DayTimeField = (props: TextInputProps) => <TextInput autoComplete="off" {...props} />
