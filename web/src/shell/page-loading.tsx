/** Stands in the place of a page until its code has come. */
export function PageLoading() {
  return <div className="page-loading" />;
}
