/** The page's content: also the target of the skip link. */
export const CONTENT_ID = 'content';

/**
 * Where menus, lists of choices and tooltips are drawn: inside the dialog on top, or else inside the page's main part, so
 * that they stand in a landmark like everything else (Material UI's own place is the end of the document).
 */
export function overlayContainer(): HTMLElement {
  const dialog = [...document.querySelectorAll<HTMLElement>('.MuiDialog-paper')].at(-1);
  return dialog ?? document.getElementById(CONTENT_ID) ?? document.body;
}
