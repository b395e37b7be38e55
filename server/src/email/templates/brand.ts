/** The words and addresses that each letter shows; `Environment` has them. */
export interface Brand {
  readonly labName: string;
  readonly productName: string;
  readonly supportEmail: string;
  /** Origin of mailed links. */
  readonly publicBaseUrl: string;
}
