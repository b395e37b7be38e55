/** Three fields side by side; wider ones are no easier to read. */
export const FORM_WIDTH = '64rem';
