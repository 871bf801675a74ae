/** Whether the address asks for the screen alone, without the frame around it. */
export const isKiosk = (search: string): boolean => new URLSearchParams(search).get('kiosk') === '1'
